#!/usr/bin/env node
// The `forager` command. In a checkout it first installs and builds what is missing or stale.
import { prepare } from './prepare.mjs';

// The list of processes shows every user of the machine how a command was called: also a password in --db.
if (process.argv.some((word) => /^(--db=)?postgres(ql)?:/i.test(word))) process.title = 'forager';
// Deprecations in packages concern those who develop Forager; they run its tests.
process.noDeprecation = true;
await prepare();
const { main } = await import('../../dist/src/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
// Timers of libraries must not keep a finished command alive.
process.exit();
