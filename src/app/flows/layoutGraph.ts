import ELK, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from 'elkjs/lib/elk.bundled.js';
import type { GraphState, MachineGraph } from './machineGraph.ts';

/** In pixels, from the upper left corner of the chart. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PlacedState extends Box {
  readonly state: GraphState;
  readonly lines: readonly Line[];
}

export interface PlacedEdge {
  readonly id: string;
  /** The paths of its states; null for an edge from the dot of an initial state. */
  readonly from: string | null;
  readonly to: string;
  readonly points: readonly ElkPoint[];
  readonly label: (Box & { readonly lines: readonly string[] }) | null;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** Parents come before their children. */
  readonly states: readonly PlacedState[];
  readonly points: readonly Box[];
  readonly edges: readonly PlacedEdge[];
}

interface Line {
  readonly kind: 'name' | 'tags' | 'invoke' | 'inside';
  readonly text: string;
}

export const lineHeight = 18;
/** The width of a letter in the monospaced typeface at 12 px. */
const letter = 7.25;
const inset = 10;
const pointSize = 8;

const elk = new ELK();

/** The position of every element; the same for the same graph, on every machine. */
export async function layoutOf(graph: MachineGraph, title: string): Promise<ChartLayout> {
  const lines = new Map<string, { state: GraphState; lines: readonly Line[] }>();
  const keep = (state: GraphState): ElkNode => {
    const own = linesOf(state, title);
    lines.set(idOf(state.path), { state, lines: own });
    return nodeOf(state, own, state.states.map(keep));
  };
  const root = keep(graph.root);
  const labelled = graph.edges.map(({ from, to, labels }, index) => ({
    id: `edge${index}`,
    from,
    to,
    lines: labels.flatMap(brokenLine),
  }));
  const initials = [...lines.values()].flatMap(({ state: { path, initial } }) =>
    initial === null ? [] : [{ id: `begin${path}`, from: path, to: initial }],
  );
  const order = [...lines.values()].map(({ state: { path } }) => path);
  const chart: ElkNode = {
    id: 'chart',
    layoutOptions: chartOptions,
    children: [root],
    edges: [
      ...initials.map(({ id, from, to }) => ({
        id,
        sources: [pointOf(from)],
        targets: [idOf(to)],
        layoutOptions: downwards,
      })),
      ...labelled.map(({ id, from, to, lines: texts }) => ({
        id,
        sources: [idOf(from)],
        targets: [idOf(to)],
        layoutOptions: order.indexOf(from) < order.indexOf(to) ? downwards : {},
        labels: [{ text: texts.join('\n'), ...sizeOf(texts) }],
      })),
    ],
  };
  const placed = await elk.layout(chart);
  const ways = new Map((placed.edges ?? []).map((edge) => [edge.id, edge]));
  const boxes = nodesUnder(placed);
  return {
    width: Math.ceil(placed.width ?? 0),
    height: Math.ceil(placed.height ?? 0),
    states: boxes.flatMap((node) => {
      const known = lines.get(node.id);
      return known ? [{ ...boxOf(node), ...known }] : [];
    }),
    points: boxes.filter(({ id }) => id.startsWith('point')).map(boxOf),
    edges: [
      ...initials.map(({ id, to }) => ({ id, from: null, to, points: wayOf(ways.get(id)), label: null })),
      ...labelled.map(({ id, from, to, lines: texts }) => {
        const [label] = ways.get(id)?.labels ?? [];
        return {
          id,
          from,
          to,
          points: wayOf(ways.get(id)),
          label: label ? { ...boxOf(label), lines: texts } : null,
        };
      }),
    ],
  };
}

const chartOptions = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.randomSeed': '1',
  'elk.json.shapeCoords': 'ROOT',
  'elk.json.edgeCoords': 'ROOT',
  'elk.padding': '[top=4,left=4,bottom=4,right=4]',
};

/** States are written in the order in which a person meets them, so forward edges are drawn downwards. */
const downwards = { 'elk.layered.priority.direction': '10' };

const spacing = {
  'elk.spacing.nodeNode': '24',
  'elk.spacing.edgeNode': '16',
  'elk.spacing.edgeEdge': '12',
  'elk.spacing.edgeLabel': '4',
  'elk.layered.spacing.nodeNodeBetweenLayers': '32',
  'elk.layered.spacing.edgeNodeBetweenLayers': '16',
};

/** The root's path is empty, and ELK rejects empty ids. */
const idOf = (path: string) => `state/${path}`;
const pointOf = (path: string) => `point/${path}`;

function nodeOf(state: GraphState, lines: readonly Line[], children: ElkNode[]): ElkNode {
  const { width, height } = sizeOf(lines.map(({ text }) => text));
  const size = { width: width + 2 * inset, height: height + inset };
  if (children.length === 0) return { id: idOf(state.path), ...size };
  const point = { id: pointOf(state.path), width: pointSize, height: pointSize };
  return {
    id: idOf(state.path),
    children: state.initial === null ? children : [point, ...children],
    layoutOptions: {
      ...spacing,
      'elk.padding': `[top=${size.height + 16},left=16,bottom=16,right=16]`,
      'elk.nodeSize.constraints': 'MINIMUM_SIZE',
      'elk.nodeSize.minimum': `(${size.width},${size.height})`,
    },
  };
}

function linesOf({ name, tags, invokes, inside }: GraphState, title: string): Line[] {
  return [
    { kind: 'name', text: name || title },
    ...(tags.length > 0 ? [{ kind: 'tags' as const, text: tags.map((tag) => `#${tag}`).join(' ') }] : []),
    ...invokes.map((text) => ({ kind: 'invoke' as const, text: `⚙ ${text}` })),
    ...inside.flatMap(brokenLine).map((text) => ({ kind: 'inside' as const, text })),
  ];
}

/** A guard that would make a line long goes on the line below its event. */
function brokenLine(text: string): string[] {
  const at = text.indexOf(' [');
  return text.length <= 34 || at < 0 ? [text] : [text.slice(0, at), `  ${text.slice(at + 1)}`];
}

const sizeOf = (texts: readonly string[]) => ({
  width: Math.ceil(Math.max(...texts.map(({ length }) => length)) * letter) + 4,
  height: texts.length * lineHeight,
});

const nodesUnder = (node: ElkNode): ElkNode[] =>
  (node.children ?? []).flatMap((child) => [child, ...nodesUnder(child)]);

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box => ({ x, y, width, height });

const wayOf = (edge: ElkExtendedEdge | undefined): ElkPoint[] =>
  (edge?.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
