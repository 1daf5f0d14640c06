"""The records that declare a kind: node kind, parameter, action, registry, titles."""
