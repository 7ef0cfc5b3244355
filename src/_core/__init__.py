"""The compiled core: states, rules and drivers. Use it through `snowplay`, which checks what the core trusts."""
