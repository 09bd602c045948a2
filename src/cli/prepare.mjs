// Makes a checkout ready to run: packages, the build, a browser; each only when missing or stale. With the word `test`,
// also adds the needs of tests. Plain JavaScript without dependencies, because these may not be installed yet.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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

/** Milliseconds between two lines of progress where there is no terminal. */
const BETWEEN_LINES = 10_000;

/** Ends the process with an error line. */
function refuse(line) {
  say(line);
  process.exit(1);
}

const changedAt = (file) => (existsSync(file) ? statSync(file).mtimeMs : 0);

const newest = (...folders) =>
  Math.max(
    ...folders.flatMap((folder) =>
      readdirSync(at(folder), { recursive: true, withFileTypes: true }).map((entry) =>
        changedAt(join(entry.parentPath ?? entry.path, entry.name)),
      ),
    ),
  );

/**
 * Shows the progress of a step until the returned function is called: on one line of a terminal, or as occasional
 * lines.
 */
function showProgress(progress) {
  const { isTTY } = process.stderr;
  let shown = '';
  const timer = setInterval(
    () => {
      const line = progress();
      if (line === shown) return;
      shown = line;
      if (isTTY) process.stderr.write(`\r\x1b[Kforager:   ${line}`);
      else say(`  ${line}`);
    },
    isTTY ? 500 : BETWEEN_LINES,
  );
  return () => {
    clearInterval(timer);
    if (isTTY && shown !== '') process.stderr.write('\r\x1b[K');
  };
}

/** Runs a program, and shows the lines of `progress` meanwhile. Resolves with its success and its output. */
async function run(command, args, progress) {
  const done = progress && showProgress(progress);
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ok = await new Promise((ended) => {
    child.once('error', (error) => {
      output += error.message;
      ended(false);
    });
    child.once('close', (code) => ended(code === 0));
  });
  done?.();
  return { ok, output };
}

/** Returns the packages of the lock file that npm installs on this machine. */
function packagesToInstall() {
  const { packages } = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'));
  const fits = (list, own) => list === undefined || list.includes(own);
  return Object.entries(packages)
    .filter(([path, { os, cpu }]) => path !== '' && fits(os, process.platform) && fits(cpu, process.arch))
    .map(([path]) => path);
}

/** Describes npm's progress: packages written, then the package that is compiled if no prebuilt binary fits. */
function npmProgress(packages) {
  const written = packages.filter((path) => existsSync(at(path, 'package.json'))).length;
  const binding = at('node_modules', 'better-sqlite3', 'build', 'Release');
  if (existsSync(join(binding, 'obj.target')))
    return 'compiling better-sqlite3, as no prebuilt binary fits (the longest part: a minute on a fast machine)';
  return `${written} of ${packages.length} packages`;
}

async function installPackages() {
  const packages = packagesToInstall();
  say(`step 1 of 3: installing ${packages.length} packages`);
  const args = ['ci', '--no-audit', '--no-fund'];
  const { ok, output } = await run('npm', args, () => npmProgress(packages));
  if (!ok) {
    const reason = output.split('\n').find((line) => /npm error/i.test(line)) ?? output.trim().split('\n')[0];
    refuse(
      `packages can't be installed: ${reason}. Check the network and that python3, make and g++ are there, then run it again`,
    );
  }
  const link = at('node_modules', '.bin', 'forager');
  rmSync(link, { force: true });
  symlinkSync(join('..', '..', 'src', 'cli', 'forager.mjs'), link);
  writeFileSync(at('node_modules', '.forager-installed'), '');
}

const arePackagesInstalled = () =>
  changedAt(at('node_modules', '.forager-installed')) > changedAt(at('package-lock.json')) ||
  // npm would empty the folder behind the link.
  lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink();

async function compile(...args) {
  const { ok, output } = await run(process.execPath, [at('node_modules', 'typescript', 'bin', 'tsc'), ...args]);
  if (!ok) refuse(`the build failed: ${output.trim().split('\n')[0]}. "npx tsc ${args.join(' ')}" prints it all`);
}

/** Marks a step as completed: its stamp is newer than the step's sources. */
function stamp(name) {
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(at('dist', name), '');
  utimesSync(at('dist', name), new Date(), new Date());
}

const isBuilt = (name, ...folders) =>
  changedAt(at('dist', name)) >
  Math.max(...['tsconfig.json', 'tsconfig.types.json'].map((file) => changedAt(at(file))), newest(...folders));

/** Builds the program without type checks, which take six times as long; the tests check types. */
async function build() {
  await compile('-p', '.', '--noCheck');
  bundleDashboard();
  bundleInPage();
  stamp('.built');
}

/** Checks the types of all sources, and writes the library's type declarations. */
async function checkTypes() {
  say('checking types');
  await compile('-p', '.', '--noEmit');
  await compile('-p', 'tsconfig.types.json');
  stamp('.checked');
}

/** Bundles scripts for browsers; an error message names the bundle with `what`. */
function bundle(what, options) {
  try {
    createRequire(import.meta.url)('esbuild').buildSync({ bundle: true, logLevel: 'silent', ...options });
  } catch (error) {
    refuse(`the build of ${what} failed: ${error.message.replaceAll('\n', ' ')}`);
  }
}

/** Builds the dashboard's page, scripts and style from the sources of its client. */
function bundleDashboard() {
  const from = (name) => at('src', 'dashboard', 'client', name);
  const served = at('dist', 'dashboard');
  // Builds in a second folder, because a dashboard may be served meanwhile.
  const to = `${served}.new`;
  rmSync(to, { recursive: true, force: true });
  bundle('the dashboard', {
    entryPoints: ['main.tsx', 'app.css', 'graph/layout.ts'].map(from),
    outdir: to,
    ...{ entryNames: '[name]', chunkNames: '[name]-[hash]' },
    ...{ splitting: true, format: 'esm', minify: true, target: 'es2022' },
  });
  for (const name of ['index.html', 'icon.svg']) copyFileSync(from(name), join(to, name));
  rmSync(served, { recursive: true, force: true });
  renameSync(to, served);
}

/** Builds the scripts that run in captured pages, in two worlds; the browser compiles them for each document. */
function bundleInPage() {
  const from = (name) => at('src', 'capture', 'in-page', name);
  bundle('what runs in pages', {
    entryPoints: ['our-world.ts', 'page-world/page-world.ts', 'page-world/global-strings.ts'].map(from),
    outdir: at('dist', 'in-page'),
    entryNames: '[name]',
    ...{ format: 'iife', minifyWhitespace: true, minifySyntax: true, target: 'chrome130', charset: 'utf8' },
  });
}

async function installBrowser() {
  const { launchChromium } = await import(pathToFileURL(at('dist', 'src', 'capture', 'browser', 'chromium.js')).href);
  try {
    await (await launchChromium({ headed: false, hostRules: '', say })).close();
  } catch (error) {
    refuse(error.message);
  }
}

/** Installs PostgreSQL for the tests of crawls on several machines. Without a server, these tests are skipped. */
async function installPostgres() {
  const { postgresBinaries } = await import(pathToFileURL(at('dist', 'test', 'cluster', 'postgres-server.js')).href);
  try {
    if ((await postgresBinaries()) !== undefined) return;
  } catch (error) {
    refuse(error.message);
  }
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  say('no PostgreSQL for the tests yet: installing the package postgresql');
  const apt = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-y', '-qq', '-o', 'DPkg::Lock::Timeout=300'];
  await run('env', [...apt, 'update']);
  const { ok, output } = await run('env', [...apt, 'install', 'postgresql']);
  if (!ok) say(`it can't be installed: ${output.trim().split('\n').at(-1)}`);
}

/** Installs and builds the needs of a command. Only for a checkout: an installed package is built already. */
export async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < 20)
    refuse(`Node 20 or later is needed; this is ${process.version}`);
  if (!existsSync(at('package-lock.json')) || !existsSync(at('tsconfig.json'))) return;
  const isFirst = !arePackagesInstalled();
  if (isFirst) await installPackages();
  if (!isBuilt('.built', 'src', 'test', 'bench')) {
    if (isFirst) say('step 2 of 3: building');
    await build();
  }
  if (isFirst) say('step 3 of 3: a browser, unless this machine has one');
}

if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  await prepare();
  if (!isBuilt('.checked', 'src', 'test', 'bench')) await checkTypes();
  await installBrowser();
  if (process.argv[2] === 'test') await installPostgres();
}
