// Given to a test's server by `--import`: it ends when whoever has started it is gone, even by SIGKILL, as its input is then closed.
process.stdin.once('end', () => process.exit(1));
process.stdin.once('error', () => process.exit(1));
process.stdin.resume();
process.stdin.unref();
