"""Rule sets, one package each. Pure rules: no pixel, no file written, no clock."""
