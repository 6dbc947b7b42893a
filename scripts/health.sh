#!/bin/bash
# The health check of an image: exits with 0 when the process answers 200 to GET /health. Bash speaks TCP itself; starting
# Node for it would take a hundred times the processor time.
set -eu
exec 3<> "/dev/tcp/127.0.0.1/$PORT"
printf 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r -t 4 _ status _ <&3
[ "$status" = 200 ]
