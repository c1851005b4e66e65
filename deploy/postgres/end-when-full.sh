#!/bin/sh
# end-when-full.sh FOLDER [PERCENT]: waits until less than PERCENT (5) of FOLDER's file system is free, then ends. A database whose disk is full goes
# on answering and refuses every payment, so that nobody replaces it: who runs this beside a node ends the node with it
# (systemd/pgautofailover@node.service.d).
while sleep 1; do
  used=$(df --output=pcent "$1" | tail -n 1 | tr -dc 0-9)
  [ $((100 - used)) -lt "${2:-5}" ] && exit 1
done
