import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Command } from 'commander';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { addOptions, namedArguments, readOptions } from '../src/cli/options/flags.ts';
import { readSitesFile } from '../src/cli/sites-file.ts';
import { connect } from '../src/cluster/connection.ts';
import { clusterStatus } from '../src/cluster/status.ts';
import { Metrics } from '../src/dashboard/metrics.ts';
import { test as withServer } from './cluster/postgres.ts';
import { read, root, verbOf } from './documents.ts';
import { test } from './plain-test.ts';

const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' }).map((name) => `deploy/${name}`);
const named = z.record(z.string(), z.unknown());

/** The documents of a YAML file, none of them empty. */
const documentsOf = (path: string): unknown[] =>
  parseAllDocuments(read(path), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings], path).toEqual([]);
    return named.parse(document.toJS());
  });

/** Values required by env.example, as filled in by a user. */
const filledIn = Object.fromEntries(
  [...read('deploy/env.example').matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value || 'x']),
);
/** Substitutes the variables of a compose file like `docker compose`. */
const interpolated = (text: string): string =>
  text.replace(/\$\{(\w+)(?::[-?][^}]*)?\}/g, (_, name: string) => {
    expect(Object.keys(filledIn), 'env.example has all variables of compose.yaml').toContain(name);
    return filledIn[name] ?? '';
  });

const serviceSchema = z.looseObject({
  image: z.string(),
  command: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
});
const composeSchema = z.looseObject({ services: z.record(z.string(), serviceSchema) });
const compose = () => {
  const [document] = documentsOf('deploy/compose.yaml');
  return composeSchema.parse(JSON.parse(interpolated(JSON.stringify(document)))).services;
};
const foragers = () => Object.entries(compose()).filter(([, { image }]) => image === 'forager');

const containerSchema = z.looseObject({
  image: z.literal('forager'),
  args: z.array(z.string()),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })).default([]),
  volumeMounts: z.array(z.looseObject({ name: z.string() })),
});
const podSchema = z.looseObject({
  containers: z.tuple([containerSchema]),
  volumes: z.array(z.looseObject({ name: z.string() })),
  securityContext: named,
});
const labels = z.record(z.string(), z.string());
const templateSchema = z.object({ metadata: z.object({ labels }), spec: podSchema });
const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: named,
  spec: z.unknown().optional(),
});

const manifests = files.filter((path) => /^deploy\/kubernetes\/.*\.yaml$/.test(path));
const objects = manifests
  .filter((path) => !path.endsWith('kustomization.yaml'))
  .flatMap(documentsOf)
  .map((document) => objectSchema.parse(document));
const objectOf = (kind: string) => objects.find((object) => object.kind === kind);
const nameOf = (kind: string) => String(objectOf(kind)?.metadata.name);
/** The pods that run Forager. */
const pods = objects.flatMap(({ kind, spec }) => {
  const withPod = z.looseObject({ template: templateSchema });
  if (kind === 'CronJob')
    return [z.looseObject({ jobTemplate: z.object({ spec: withPod }) }).parse(spec).jobTemplate.spec.template];
  return kind === 'Deployment' || kind === 'Job' ? [withPod.parse(spec).template] : [];
});

const dockerfile = read('deploy/Dockerfile');
const ownCommand = z.array(z.string()).parse(JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? ''));

/** All arguments with which the deployments call `forager`, by the place. */
const commands: readonly (readonly [string, readonly string[]])[] = [
  ['deploy/Dockerfile', ownCommand],
  ...foragers().map(([name, { command }]) => [`compose.yaml: ${name}`, command] as const),
  ...pods.map(({ metadata, spec }) => [JSON.stringify(metadata.labels), spec.containers[0].args] as const),
];

test('all files are used, and parse', () => {
  expect(files.filter((path) => path.endsWith('.yaml')).flatMap(documentsOf).length).toBeGreaterThan(12);
  for (const path of files.filter((name) => name.endsWith('.json')))
    expect(named.parse(JSON.parse(read(path)))).toBeTruthy();
  const [kustomization] = documentsOf('deploy/kubernetes/kustomization.yaml');
  const { resources } = z.looseObject({ resources: z.array(z.string()) }).parse(kustomization);
  expect([...resources, 'kustomization.yaml'].map((name) => `deploy/kubernetes/${name}`).sort()).toEqual(
    manifests.sort(),
  );
  expect(readSitesFile(join(root, 'deploy/kubernetes/sites.csv'), 'host')).toMatchObject({ bad: [] });
});

/** Schedulers that recrawl on a schedule: their databases are files. */
const scheduled = files
  .filter((path) => path.startsWith('deploy/schedule/'))
  .flatMap((path) => {
    const args = [...read(path).matchAll(/^ *args: \[(.+)\]$/gm)].map(([, list = '']) => list.split(', '));
    const typed = [...read(path).matchAll(/(?:npx forager|forager\.mjs) ([^;|\n]+)/g)].map(([, line = '']) =>
      line.trim(),
    );
    return [...args, ...typed.map((line) => line.split(' '))].map((words) => [path, words] as const);
  });

for (const [place, words] of scheduled)
  test(`${place}: forager ${words.join(' ')}`, async () => {
    const { name, options, args } = verbOf(words);
    const command = new Command(name).exitOverride().allowExcessArguments(false);
    addOptions(command, options);
    command.parse(args, { from: 'user' });
    await readOptions(options, command.opts());
  });

test('each scheduler recrawls, and the manual names its file', () => {
  const paths = files.filter((path) => /^deploy\/schedule\/(?!.*\.timer$)/.test(path));
  expect(new Set(scheduled.filter(([, [verb]]) => verb === 'recrawl').map(([path]) => path))).toEqual(new Set(paths));
  for (const path of files.filter((name) => name.startsWith('deploy/schedule/')))
    expect(read('docs/recrawl.md')).toContain(`(../${path})`);
});

for (const [place, words] of commands)
  test(`${place}: forager ${words.join(' ')}`, async () => {
    const { name, options, args } = verbOf(words);
    const command = new Command(name).exitOverride().allowExcessArguments(false);
    addOptions(command, options);
    command.parse(args, { from: 'user' });
    const given = { db: 'postgres://db/unis', ...command.opts(), ...namedArguments(options, command.processedArgs) };
    expect(Object.keys(await readOptions(options, given))).toEqual(expect.arrayContaining(Object.keys(given)));
    // The database is named by FORAGER_DB and its password by PGPASSWORD: other users can see arguments.
    expect(words.join(' ')).not.toMatch(/postgres:|password|token|--db/i);
  });

test('every environment variable is documented, and no database address has a password', () => {
  const documented = [...read('docs/options.md').matchAll(/^\|`([A-Z_]+)`\|/gm)].map(([, name]) => name);
  const given = [
    ...foragers().map(([, { environment }]) => environment),
    ...pods.map(({ spec }) =>
      Object.fromEntries(spec.containers[0].env.map(({ name, value = 'of a secret' }) => [name, value])),
    ),
  ];
  expect(given.length).toBe(6);
  for (const environment of given) {
    for (const name of Object.keys(environment).filter((one) => one !== 'PGPASSWORD'))
      expect(documented).toContain(name);
    expect(environment.PGPASSWORD).toBeDefined();
    expect(environment.FORAGER_DB).toMatch(/^postgres:\/\/forager@[a-z-]+\/forager(\?|$)/);
  }
  expect(read('docs/many-machines.md')).toContain('PGPASSWORD');
  const used = [...read('deploy/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name);
  expect([...new Set(used)].sort()).toEqual(Object.keys(filledIn).sort());
  expect(read('.gitignore').split('\n')).toContain('deploy/.env');
});

test('the image, compose, Kubernetes and Prometheus agree on ports and the user', () => {
  const [, port = ''] = /^EXPOSE (\d+)$/m.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/healthz`);
  for (const [place, words] of commands) {
    const isServed = words[0] === 'serve' || words[0] === 'recrawl';
    const text = words.join(' ').replace('--metrics ', '--metrics=');
    if (!isServed) expect(text, place).toContain(`--metrics=0.0.0.0:${port}`);
  }
  expect(read('deploy/prometheus.yaml')).toContain(`port: ${port}\n`);
  for (const { spec } of pods)
    for (const { containerPort } of spec.containers[0].ports) expect(containerPort).toBe(Number(port));
  const { dashboard } = compose();
  const [, served] = /--port=(\d+)/.exec(dashboard?.command.join(' ') ?? '') ?? [];
  expect(dashboard?.ports).toEqual([`127.0.0.1:${served}:${served}`]);
  expect(JSON.stringify(dashboard?.healthcheck)).toContain(`http://127.0.0.1:${served}/healthz`);
  const [, user = ''] = /^USER (\d+):\d+$/m.exec(dockerfile) ?? [];
  expect(Number(user)).toBeGreaterThan(1000);
  expect(dockerfile).toContain(`useradd --uid ${user} `);
  for (const { spec } of pods)
    expect(spec.securityContext).toMatchObject({ runAsUser: Number(user), runAsNonRoot: true });
  // On this machine only: they are not encrypted.
  for (const [name, { ports }] of Object.entries(compose()))
    for (const one of ports) expect(one, name).toMatch(/^127\.0\.0\.1:/);
});

test("no container is privileged, and Chromium's sandbox stays on", () => {
  expect(foragers().length).toBe(3);
  for (const [name, service] of foragers())
    expect(service, name).toMatchObject({
      security_opt: ['no-new-privileges:true', 'seccomp:./seccomp.json'],
      ...{ cap_drop: ['ALL'], read_only: true, stop_grace_period: '3m' },
    });
  expect(pods.length).toBe(3);
  for (const { spec } of pods) {
    const [container] = spec.containers;
    expect(spec).toMatchObject({
      securityContext: { seccompProfile: { type: 'Localhost', localhostProfile: 'profiles/forager.json' } },
      ...{ automountServiceAccountToken: false, terminationGracePeriodSeconds: 200 },
    });
    expect(container.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    });
    expect(container.resources).toHaveProperty('limits.memory');
    const volumes = spec.volumes.map(({ name }) => name);
    expect(container.volumeMounts.map(({ name }) => name).sort()).toEqual(volumes.sort());
  }
  for (const path of files.filter((name) => /Dockerfile|\.yaml$/.test(name)))
    expect(read(path), path).not.toMatch(/no-sandbox|privileged: true|seccomp[:=]unconfined|hostNetwork|:latest/);
});

test('the seccomp profile allows Chromium namespaces, and no access to the kernel', () => {
  // No conditions: Docker supports some that containerd would ignore, and so allow.
  const rule = z.strictObject({
    names: z.array(z.string()),
    action: z.enum(['SCMP_ACT_ALLOW', 'SCMP_ACT_ERRNO']),
    errnoRet: z.number().optional(),
    args: z.array(z.strictObject({ index: z.number(), value: z.number(), op: z.string() })).optional(),
  });
  const profile = z.strictObject({
    defaultAction: z.literal('SCMP_ACT_ERRNO'),
    defaultErrnoRet: z.literal(1),
    architectures: z.array(z.string()),
    syscalls: z.array(rule),
  });
  const { syscalls } = profile.parse(JSON.parse(read('deploy/seccomp.json')));
  const always = syscalls.filter(({ action, args }) => action === 'SCMP_ACT_ALLOW' && !args);
  const names = always.flatMap((one) => one.names);
  expect(names).toEqual(expect.arrayContaining(['clone', 'unshare', 'chroot', 'seccomp', 'execve']));
  expect(new Set(names).size).toBe(names.length);
  const refused = 'clone3 mount umount2 setns bpf keyctl add_key kexec_load init_module perf_event_open userfaultfd';
  for (const name of `${refused} io_uring_setup open_by_handle_at pivot_root process_vm_writev socket`.split(' '))
    expect(names).not.toContain(name);
});

const scaling = z.object({
  scaleTargetRef: z.object({ name: z.string() }),
  triggers: z.tuple([
    z.looseObject({
      metadata: z.looseObject({ query: z.string(), targetQueryValue: z.string(), userName: z.string() }),
      authenticationRef: z.object({ name: z.string() }),
    }),
  ]),
});
const scalingOf = () => scaling.loose().parse(objectOf('ScaledObject')?.spec);

test('Kubernetes objects are consistent', () => {
  const deployment = z
    .looseObject({ selector: z.object({ matchLabels: labels }), template: templateSchema })
    .parse(objectOf('Deployment')?.spec);
  expect(deployment.template.metadata.labels).toEqual(deployment.selector.matchLabels);
  const monitored = z.looseObject({ selector: z.object({ matchLabels: labels }) }).parse(objectOf('PodMonitor')?.spec);
  for (const { metadata } of pods) expect(metadata.labels).toMatchObject(monitored.selector.matchLabels);
  // Database, its address and its secrets.
  const cluster = nameOf('Cluster');
  for (const { spec } of pods) {
    const [{ env }] = spec.containers;
    expect(env.find(({ name }) => name === 'FORAGER_DB')?.value).toContain(
      `@${cluster}-rw/forager?sslmode=verify-full&`,
    );
    expect(env.find(({ name }) => name === 'PGPASSWORD')).toMatchObject({
      valueFrom: { secretKeyRef: { name: `${cluster}-app`, key: 'password' } },
    });
    expect(JSON.stringify(spec.volumes)).toContain(`"secretName":"${cluster}-ca","items":[{"key":"ca.crt"`);
  }
  const { scaleTargetRef, triggers } = scalingOf();
  const [{ metadata, authenticationRef }] = triggers;
  expect(scaleTargetRef.name).toBe(nameOf('Deployment'));
  expect(authenticationRef.name).toBe(nameOf('TriggerAuthentication'));
  expect(deployment.template.spec.containers[0].args).toContain(`--workers=${metadata.targetQueryValue}`);
});

withServer('KEDA scales to the ready sites, at most to the pages left of the budget', async ({ record }) => {
  const connection = await connect(record, {});
  const { query } = scalingOf().triggers[0].metadata;
  const ready = async () =>
    (await connection.rows(z.object({ ready: z.number().nullable() }), `select (${query}) ready`))[0];
  const run = async (text: string) => void (await connection.client.query(text));
  try {
    expect(await ready()).toEqual({ ready: 0 });
    await run('insert into crawl (id, lease, page_limit, granted) values (1, 30000, 100, 40)');
    await run(`insert into workers (name, version, slots, open_grant) values ('a', '0', 8, 10)`);
    await run(`insert into sites (id, domain, start_url, short_name, kind, scope, waiting, in_flight, is_removed)
      select n, n || '.test', 'http://' || n || '.test/', n, 'other', 'host', (n < 5)::int, (n = 5)::int, n = 1
      from generate_series(0, 9) n`);
    // 0 is the crawl itself, 1 is removed, 5 has its last page in flight, and 6 to 9 are done.
    expect(await ready()).toEqual({ ready: 4 });
    await run('update crawl set granted = 108');
    expect(await ready()).toEqual({ ready: 2 });
    await run('update crawl set granted = 110');
    expect(await ready()).toEqual({ ready: 0 });
    await run('update crawl set page_limit = null');
    expect(await ready()).toEqual({ ready: 4 });
  } finally {
    await connection.close();
  }
});

withServer("the board's panels show metrics that workers export", async ({ record }) => {
  const connection = await connect(record, {});
  await connection.client.query(`insert into workers (name, version, slots) values ('a', '0', 8)`);
  await connection.client.query('insert into crawl (id, lease, page_limit) values (1, 30000, 10)');
  const text = await new Metrics().sharedText({ status: await clusterStatus(connection), seconds: 0.01 });
  await connection.close();
  const exported = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
  const board = z.looseObject({
    panels: z.array(
      z.looseObject({
        title: z.string(),
        targets: z.array(z.object({ expr: z.string(), refId: z.string(), legendFormat: z.string() })),
      }),
    ),
  });
  const { panels } = board.parse(JSON.parse(read('deploy/grafana/boards/crawl.json')));
  expect(panels.length).toBeGreaterThan(10);
  const shown = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b(?:forager|process)_\w+/g) ?? []),
  );
  expect(shown.filter((name) => !exported.has(name))).toEqual([]);
  for (const name of [
    'forager_used_pages',
    'forager_workers',
    'forager_worker_heartbeat_age_seconds',
    'forager_ready_sites',
  ])
    expect(shown).toContain(name);
  // The data source named by the panels is the one created.
  expect(read('deploy/grafana/provisioning/datasources/prometheus.yaml')).toContain('uid: prometheus\n');
  expect(new Set(read('deploy/grafana/boards/crawl.json').match(/"uid": "[^"]*"/g))).toEqual(
    new Set(['"uid": "prometheus"', '"uid": "forager-crawl"']),
  );
  const documented = read('docs/metrics.md');
  for (const name of [...exported].filter((one) => one.startsWith('forager_')))
    expect(documented).toContain(`\`${name}\``);
});
