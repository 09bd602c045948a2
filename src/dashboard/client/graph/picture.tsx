import { MultiDirectedGraph } from 'graphology';
import { useEffect, useRef, useState } from 'preact/hooks';
import Sigma from 'sigma';
import type { GraphAnswer, GraphEdgeLine, GraphNodeLine } from '../../pages/graph.ts';
import { visible } from '../kit/crawled-text.tsx';
import { count, counted } from '../kit/format.ts';
import { messageOf } from '../kit/request.ts';
import { labelPlace } from './labels.ts';
import type { LayoutStep, LayoutTask } from './layout.ts';
import { type ColourBy, hues, type SizeBy, sizesBy } from './node-styles.ts';

interface PictureProps {
  readonly graph: GraphAnswer;
  readonly size: SizeBy;
  readonly colour: ColourBy;
  readonly onNode: (node: GraphNodeLine) => void;
  readonly onEdge: (edge: GraphEdgeLine) => void;
}

/** Radii of the smallest and largest nodes in pixels. */
const LEAST = 3;
const MOST = 16;
/** Size and line height of labels in pixels. */
const LABEL_SIZE = 13;
const LABEL_LINE = 16;
/** Edges of a graph at most, for them to be clickable: finding the one under the pointer is slow for many. */
const MOST_CLICKED = 5000;

/** Graph of sites and their link targets, drawn by sigma with WebGL; without WebGL a line points to the table. */
export function Picture({ graph, size, colour, onNode, onEdge }: PictureProps) {
  const element = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState('');
  const [said, setSaid] = useState('');
  const [scheme, setScheme] = useState(0);
  const on = useRef({ onNode, onEdge });
  on.current = { onNode, onEdge };
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const change = () => setScheme((times) => times + 1);
    dark.addEventListener('change', change);
    return () => dark.removeEventListener('change', change);
  }, []);
  useEffect(() => {
    const parent = element.current;
    if (!parent || graph.nodes.length === 0) return undefined;
    try {
      const stop = draw(parent, graph, { size, colour }, setSaid, on);
      setTrouble('');
      return stop;
    } catch (error) {
      setTrouble(`This browser can't draw the graph (${messageOf(error)}). The table has the same links.`);
      return undefined;
    }
  }, [graph, size, colour, scheme]);
  if (trouble !== '') return <p class="dim">{trouble}</p>;
  return (
    <div>
      <div class="picture">
        <div
          ref={element}
          class="canvas"
          role="img"
          aria-label="Sites and what they link to; the table has the same links"
        />
        {said !== '' && <div class="said">{said}</div>}
      </div>
      <ul class="colours" aria-label="Colours">
        {hues(graph.nodes, colour).legend.map(({ name, token, nodes }) => (
          <li key={name}>
            <i style={{ backgroundColor: `var(${token})` }} /> {name} <span class="dim">{count(nodes)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface Callbacks {
  readonly current: Pick<PictureProps, 'onNode' | 'onEdge'>;
}

function draw(
  parent: HTMLElement,
  { nodes, edges }: GraphAnswer,
  looks: Pick<PictureProps, 'size' | 'colour'>,
  say: (text: string) => void,
  on: Callbacks,
): () => void {
  const colour = (token: string) => getComputedStyle(parent).getPropertyValue(token).trim();
  const [line, text, surface] = ['--line', '--text', '--surface-2'].map(colour);
  const { tokenOf } = hues(nodes, looks.colour);
  const { of: weightOf } = sizesBy[looks.size];
  const heaviest = Math.max(...nodes.map(weightOf)) || 1;
  const drawn = new MultiDirectedGraph();
  for (const [at, node] of nodes.entries())
    drawn.addNode(node.id, {
      ...{ x: Math.cos(at), y: Math.sin(at), label: visible(node.name), node },
      size: LEAST + (MOST - LEAST) * Math.sqrt(weightOf(node) / heaviest),
      color: colour(tokenOf(node)),
    });
  const most = Math.max(1, ...edges.map(({ links }) => links));
  for (const edge of edges)
    drawn.addEdge(edge.from, edge.to, { edge, color: line, size: 1 + 3 * Math.sqrt(edge.links / most) });
  const sigma = new Sigma(drawn, parent, {
    ...{ labelSize: LABEL_SIZE, labelDensity: 0.5, minCameraRatio: 0.02 },
    enableEdgeEvents: edges.length <= MOST_CLICKED,
    // The container may still have no width at the first drawing.
    allowInvalidContainer: true,
    defaultDrawNodeLabel: (context, node) => drawLabel(context, node, parent, { text }),
    defaultDrawNodeHover: (context, node) => drawLabel(context, node, parent, { text, surface }),
  });
  const nodeOf = (id: string) => drawn.getNodeAttribute(id, 'node') as GraphNodeLine;
  const edgeOf = (id: string) => drawn.getEdgeAttribute(id, 'edge') as GraphEdgeLine;
  sigma.on('enterNode', ({ node }) => {
    const { name, sites, linksTo, linksFrom } = nodeOf(node);
    say(
      `${visible(name)}: ${counted(linksTo, 'link')} from ${counted(sites, 'site')}, ${counted(linksFrom, 'link')} out`,
    );
  });
  sigma.on('leaveNode', () => say(''));
  sigma.on('clickNode', ({ node }) => on.current.onNode(nodeOf(node)));
  sigma.on('enterEdge', ({ edge }) => {
    const { from, to, links } = edgeOf(edge);
    say(`${visible(nodeOf(from).name)} → ${visible(nodeOf(to).name)}: ${counted(links, 'link')}`);
  });
  sigma.on('leaveEdge', () => say(''));
  sigma.on('clickEdge', ({ edge }) => on.current.onEdge(edgeOf(edge)));
  const places = new Map(nodes.map(({ id }, at) => [id, at]));
  const task = {
    nodes: nodes.length,
    edges: edges.map(({ from, to, links }) => [places.get(from) ?? 0, places.get(to) ?? 0, links] as const),
  };
  const stop = layOut(task, ({ places: at }) =>
    drawn.updateEachNodeAttributes((id, attributes) => {
      const place = 2 * (places.get(id) ?? 0);
      return { ...attributes, x: at[place] ?? 0, y: at[place + 1] ?? 0 };
    }),
  );
  return () => {
    stop();
    sigma.kill();
  };
}

interface DrawnNode {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly label: string | null;
}

interface LabelColours {
  readonly text: string | undefined;
  /** Background colour of the text; none if not given. */
  readonly surface?: string | undefined;
}

/** Draws the label of a node, uncut at any position. */
function drawLabel(
  context: CanvasRenderingContext2D,
  { label, ...node }: DrawnNode,
  { clientWidth: width, clientHeight: height }: HTMLElement,
  { text = '', surface }: LabelColours,
): void {
  if (label === null) return;
  context.font = `${LABEL_SIZE}px sans-serif`;
  const { lines, x, y } = labelPlace(
    label,
    node,
    { width, height },
    LABEL_LINE,
    (part) => context.measureText(part).width,
  );
  for (const [at, line] of lines.entries()) {
    const base = y + at * LABEL_LINE;
    if (surface !== undefined) {
      context.fillStyle = surface;
      context.fillRect(x - 3, base - LABEL_SIZE - 1, context.measureText(line).width + 6, LABEL_LINE + 3);
    }
    context.fillStyle = text;
    context.fillText(line, x, base);
  }
}

/** Address of the worker's script in the build. */
const ADDRESS = '/layout.js';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

/** Trusted Types policy that admits only the script of our worker, as the server's policy demands. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('forager-worker', {
  createScriptURL(url) {
    if (url === ADDRESS) return url;
    throw new TypeError(`${url} is no script of the dashboard`);
  },
});

/** Lays a graph out in a worker, step by step. Returns a function that stops the layout. */
function layOut(task: LayoutTask, onStep: (step: LayoutStep) => void): () => void {
  const worker = new Worker(policy?.createScriptURL(ADDRESS) ?? ADDRESS, { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<LayoutStep>) => {
    onStep(data);
    if (data.isLast) worker.terminate();
  };
  worker.postMessage(task);
  return () => worker.terminate();
}
