#!/usr/bin/env node
// The `forager` command. In a checkout it first installs and builds what is missing or stale.
import { prepare } from './prepare.mjs';

await prepare();
const { main } = await import('../../dist/src/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
// Timers of libraries must not keep a finished command alive.
process.exit();
