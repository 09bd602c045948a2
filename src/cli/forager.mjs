#!/usr/bin/env node
// The `forager` command. In a checkout, first installs and builds missing or outdated parts.
import { prepare } from './prepare.mjs';

// The process list shows command lines, with any password in --db, to all users of the machine.
if (process.argv.some((word) => /^(--db=)?postgres(ql)?:/i.test(word))) process.title = 'forager';
// Deprecations in packages concern only Forager's developers, who run its tests.
process.noDeprecation = true;
await prepare();
const { main } = await import('../../dist/src/cli/main.js');
process.exitCode = await main(process.argv.slice(2));
// Timers of libraries must not keep a finished command alive.
process.exit();
