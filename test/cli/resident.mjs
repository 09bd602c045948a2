// A `forager` that stays: it runs one command line after the other, as forager.mjs runs one, and says on both streams
// where each ends. See forager.ts.
import { prepare } from '../../src/cli/prepare.mjs';

await prepare();
const { main } = await import('../../dist/src/cli/main.js');
// Each command line listens to it until its process ends.
process.stdout.setMaxListeners(0);
process.on('disconnect', () => process.exit());
process.on('message', async ({ args, end, cwd, umask, env }) => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.umask(umask);
  process.argv.splice(2, Infinity, ...args);
  const code = await main(args);
  process.stdout.write(`${end}${code}${end}`);
  process.stderr.write(`${end}${code}${end}`);
});
