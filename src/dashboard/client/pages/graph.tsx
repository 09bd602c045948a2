import { useMemo, useState } from 'preact/hooks';
import type { GraphAnswer, GraphEdgeLine, GraphNodeLine } from '../../pages/graph.ts';
import { type ColourBy, coloursBy, type SizeBy, sizesBy } from '../graph/node-styles.ts';
import { Picture } from '../graph/picture.tsx';
import { Crawled } from '../kit/crawled-text.tsx';
import { Empty } from '../kit/empty.tsx';
import { Select } from '../kit/form.tsx';
import { count, counted } from '../kit/format.ts';
import { tellFailed } from '../kit/notices.tsx';
import { useAnswer, withQuery } from '../kit/request.ts';
import { goTo, hrefOf, type PageProps } from '../kit/router.ts';
import { Table, type TableColumn } from '../kit/table.tsx';

const sizes = ['50', '300', '1000', '5000'] as const;
const sizeNames = Object.keys(sizesBy) as readonly SizeBy[];
const colourNames = Object.keys(coloursBy) as readonly ColourBy[];
const FORMATS = ['gexf', 'graphml', 'pajek', 'dl', 'csv'];

interface Row {
  readonly edge: GraphEdgeLine;
  readonly from: GraphNodeLine;
  readonly to: GraphNodeLine;
}

/** Graph of sites and the hosts or domains that they link to, as a picture and a table. */
export function GraphPage({ route: { query } }: PageProps) {
  const by = query.by === 'host' ? 'host' : 'domain';
  const most = sizes.find((size) => size === query.most) ?? '300';
  const sizeBy = sizeNames.find((name) => name === query.size) ?? 'links';
  const colourBy = colourNames.find((name) => name === query.colour) ?? 'kind';
  const [again, setAgain] = useState(0);
  const { value, error, isLoading } = useAnswer<GraphAnswer>(withQuery('/api/graph', { by, most }), again);
  const choose = (more: Record<string, string>) => goTo(hrefOf('graph', [], { ...query, ...more }), 'replace');
  return (
    <>
      <h1>Graph</h1>
      <div class="row">
        <Select
          label="Group outside by"
          value={by}
          options={['domain', 'host']}
          textOf={(one) => (one === 'domain' ? 'registrable domain' : one)}
          onChoose={(one) => choose({ by: one })}
        />
        <Select
          label="Top links"
          value={most}
          options={sizes}
          textOf={(size) => count(Number(size))}
          onChoose={(size) => choose({ most: size })}
        />
        <Select
          label="Size by"
          value={sizeBy}
          options={sizeNames}
          textOf={(name) => sizesBy[name].title}
          onChoose={(name) => choose({ size: name })}
        />
        <Select
          label="Colour by"
          value={colourBy}
          options={colourNames}
          textOf={(name) => coloursBy[name].title}
          onChoose={(name) => choose({ colour: name })}
        />
        <label class="grow">
          Edges of
          <input
            type="search"
            placeholder="site, host or domain"
            value={query.of ?? ''}
            onInput={({ currentTarget }) => choose({ of: currentTarget.value })}
          />
        </label>
        <button type="button" disabled={isLoading} onClick={() => setAgain(again + 1)}>
          Redraw
        </button>
        <span class="dim">Export:</span>
        {FORMATS.map((format) => (
          <a key={format} href={withQuery('/api/graph/file', { by, most, format })} download>
            {format}
          </a>
        ))}
      </div>
      {error !== '' && <p class="trouble">{error}</p>}
      {!value && isLoading && <p class="dim">Counting links…</p>}
      {value?.edges.length === 0 && (
        <Empty
          purpose="This page draws the sites of the crawl and the external sites that they link to. No link between them has been found yet."
          command="forager crawl --url https://www.example.edu/ --page-limit 500 --db FILE"
        >
          <span>
            Start the crawl on the <a href={hrefOf('overview')}>Overview</a>; the graph needs external links.
          </span>
        </Empty>
      )}
      {value && value.edges.length > 0 && (
        <Drawn
          graph={value}
          by={by}
          size={sizeBy}
          colour={colourBy}
          of={query.of ?? ''}
          onOf={(of) => choose({ of })}
        />
      )}
    </>
  );
}

interface DrawnProps {
  readonly graph: GraphAnswer;
  readonly by: 'domain' | 'host';
  readonly size: SizeBy;
  readonly colour: ColourBy;
  readonly of: string;
  readonly onOf: (name: string) => void;
}

/** Returns the address of the list of links behind an edge. */
const linksOf = ({ from, to }: Row, by: 'domain' | 'host'): string =>
  hrefOf('links', ['external'], {
    site: from.name,
    ...(to.kind === 'site' ? { host: to.host } : by === 'host' ? { host: to.name } : { domain: to.name }),
  });

function Drawn({ graph, by, size, colour, of, onOf }: DrawnProps) {
  const rows = useMemo(() => {
    const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
    return graph.edges.flatMap((edge): Row[] => {
      const [from, to] = [nodes.get(edge.from), nodes.get(edge.to)];
      return from && to ? [{ edge, from, to }] : [];
    });
  }, [graph]);
  const sought = of.trim().toLowerCase();
  const shown = sought === '' ? rows : rows.filter(({ from, to }) => isNamed(from, sought) || isNamed(to, sought));
  const columns: readonly TableColumn<Row>[] = [
    { key: 'from', title: 'From', width: 'minmax(7rem, 1fr)', cell: ({ from }) => <Crawled text={from.name} /> },
    { key: 'to', title: 'To', width: 'minmax(9rem, 1fr)', cell: ({ to }) => <Crawled text={to.name} /> },
    {
      key: 'links',
      title: 'Links',
      width: '6rem',
      isNumber: true,
      cell: (row) => <a href={linksOf(row, by)}>{count(row.edge.links)}</a>,
    },
  ];
  const left = graph.allNodes - graph.nodes.length;
  return (
    <>
      <p class="below" role="status">
        {counted(graph.nodes.length, 'node')}, {counted(rows.length, 'edge')}
        {left > 0 ? `; ${counted(left, 'node')} with fewer links left out` : ''}.
      </p>
      <div class="columns">
        <Picture
          graph={graph}
          size={size}
          colour={colour}
          onNode={({ name }) => onOf(name)}
          onEdge={(edge) => {
            const row = rows.find((one) => one.edge === edge);
            if (row) goTo(linksOf(row, by));
          }}
        />
        <div class="tall">
          <Table<Row>
            label="Edges, most links first; Enter lists the links"
            columns={columns}
            count={shown.length}
            version={`${graph.allEdges} ${by} ${sought} ${rows.length}`}
            load={async (from, limit) => shown.slice(from, from + limit)}
            onFailed={tellFailed}
            onOpen={(row) => goTo(linksOf(row, by))}
            empty="No site links to another."
          />
        </div>
      </div>
    </>
  );
}

const isNamed = ({ name }: GraphNodeLine, sought: string): boolean => name.toLowerCase().includes(sought);
