"""Games as environments of other libraries, one module for each; each needs the extra of its name."""
