// Makes a checkout ready to run: packages, the build, a browser; each only when it is missing or stale. Plain
// JavaScript without dependencies, since it runs before there are any.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const at = (...parts) => join(root, ...parts);
const say = (line) => process.stderr.write(`forager: ${line}\n`);

/** Ends the process with one line. */
function refuse(line) {
  say(line);
  process.exit(1);
}

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (latest, entry) => Math.max(latest, changedAt(join(entry.parentPath ?? entry.path, entry.name))),
    0,
  );

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  return {
    ok: result.status === 0,
    output: `${result.error?.message ?? ''}${result.stdout ?? ''}${result.stderr ?? ''}`,
  };
}

function installPackages() {
  const stamp = at('node_modules', '.forager-installed');
  if (changedAt(stamp) > changedAt(at('package-lock.json'))) return;
  // npm would empty the folder that the link leads to.
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return;
  say('installing packages (once; about a minute)');
  const { ok, output } = run('npm', ['ci', '--no-audit', '--no-fund']);
  if (!ok) {
    const reason = output.split('\n').find((line) => /npm error/i.test(line)) ?? output.trim().split('\n')[0];
    refuse(
      `packages can't be installed: ${reason}. Check the network and that python3, make and g++ are there, then run it again`,
    );
  }
  const link = at('node_modules', '.bin', 'forager');
  rmSync(link, { force: true });
  symlinkSync(join('..', '..', 'src', 'cli', 'forager.mjs'), link);
  writeFileSync(stamp, '');
}

function build() {
  const stamp = at('dist', '.built');
  const sources = Math.max(
    ...['tsconfig.json', 'tsconfig.types.json'].map((file) => changedAt(at(file))),
    ...['src', 'test', 'bench'].map((folder) => newest(at(folder))),
  );
  if (changedAt(stamp) > sources) return;
  // The programs, then the types of what is imported from the package.
  for (const project of ['.', 'tsconfig.types.json']) {
    const tsc = at('node_modules', 'typescript', 'bin', 'tsc');
    const { ok, output } = run(process.execPath, [tsc, '-p', at(project)]);
    if (!ok) refuse(`the build failed: ${output.trim().split('\n')[0]}. "npx tsc -p ${project}" prints it all`);
  }
  bundle();
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(stamp, '');
  utimesSync(stamp, new Date(), new Date());
}

/** Makes the dashboard's page, its scripts and its style from its client's sources. */
function bundle() {
  const from = (name) => at('src', 'dashboard', 'client', name);
  const served = at('dist', 'dashboard');
  // Made beside it: a dashboard may be served meanwhile.
  const to = `${served}.new`;
  rmSync(to, { recursive: true, force: true });
  try {
    createRequire(import.meta.url)('esbuild').buildSync({
      entryPoints: ['main.tsx', 'app.css', 'graph/layout.ts'].map(from),
      outdir: to,
      ...{ entryNames: '[name]', chunkNames: '[name]-[hash]' },
      ...{ bundle: true, splitting: true, format: 'esm', minify: true, target: 'es2022', logLevel: 'silent' },
    });
  } catch (error) {
    refuse(`the dashboard's build failed: ${error.message.replaceAll('\n', ' ')}`);
  }
  for (const name of ['index.html', 'icon.svg']) copyFileSync(from(name), join(to, name));
  rmSync(served, { recursive: true, force: true });
  renameSync(to, served);
}

async function installBrowser() {
  const { launchChromium } = await import(pathToFileURL(at('dist', 'src', 'capture', 'browser', 'chromium.js')).href);
  try {
    await (await launchChromium({ headed: false, hostRules: '', say })).close();
  } catch (error) {
    refuse(error.message);
  }
}

/** An installed package comes built; only a checkout is made ready. */
export function prepare() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    refuse(`Node 20 or later is needed; this is ${process.version}`);
  if (!existsSync(at('package-lock.json')) || !existsSync(at('tsconfig.json'))) return;
  installPackages();
  build();
}

if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  prepare();
  await installBrowser();
}
