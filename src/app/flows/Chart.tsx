import { type ChartLayout, lineHeight, type PlacedEdge, type PlacedState } from './layoutGraph.ts';

interface Props {
  layout: ChartLayout;
  title: string;
  /** The paths of the highlighted states, with their parents. */
  lit?: ReadonlySet<string>;
}

const nobody: ReadonlySet<string> = new Set();

/** Draws a machine's chart with its own colours, so that it looks the same in a file. */
export function Chart({ layout, title, lit = nobody }: Props) {
  const { width, height, states, points, edges } = layout;
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      className="chart"
    >
      <title>{title}</title>
      <style>{chartStyle}</style>
      <defs>
        <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path className="head" d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {states.map((state) => (
        <StateBox key={state.state.path} {...state} isLit={lit.has(state.state.path)} />
      ))}
      {points.map(({ x, y, width: size }) => (
        <circle key={`${x} ${y}`} className="head" cx={x + size / 2} cy={y + size / 2} r={size / 2} />
      ))}
      {edges.map((edge) => (
        <Edge key={edge.id} {...edge} />
      ))}
      {states.map((state) => (
        <StateText key={state.state.path} {...state} isLit={lit.has(state.state.path)} />
      ))}
    </svg>
  );
}

type StateProps = PlacedState & { isLit: boolean };

const lookOf = ({ state, isLit }: StateProps) => `state ${state.kind}${isLit ? ' lit' : ''}`;

function StateBox(props: StateProps) {
  const { x, y, width, height, state } = props;
  return (
    <g className={lookOf(props)}>
      <rect x={x} y={y} width={width} height={height} rx="8" />
      {state.kind === 'final' && <rect x={x + 3} y={y + 3} width={width - 6} height={height - 6} rx="6" />}
    </g>
  );
}

/** Drawn after the edges, which may pass behind it. */
function StateText(props: StateProps) {
  const { x, y, lines } = props;
  return (
    <g className={lookOf(props)}>
      {lines.map(({ kind, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a state never change their order
        <text key={index} className={kind} x={x + 12} y={y + lineHeight * (index + 1)}>
          {text}
        </text>
      ))}
    </g>
  );
}

function Edge({ points, label }: PlacedEdge) {
  return (
    <g className="edge">
      <path
        d={points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')}
        markerEnd="url(#head)"
      />
      {label?.lines.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a label never change their order
        <text key={index} x={label.x + 2} y={label.y + lineHeight * (index + 1) - 5}>
          {text}
        </text>
      ))}
    </g>
  );
}

const chartStyle = `
.chart { --ink: #11160f; --quiet: #5b6356; --ground: #f6f7f1; --box: #ffffff; --line: #b9c0b1; --way: #7b8475; --lit: #d7f27a; --lit-ink: #11160f; background: var(--ground); }
@media (prefers-color-scheme: dark) { .chart { --ink: #edf2e7; --quiet: #a3ac9b; --ground: #0c100b; --box: #161b14; --line: #3a4236; --way: #858f7d; --lit: #4d6110; --lit-ink: #f6ffe0; } }
.chart text { font: 12px 'JetBrains Mono Variable', ui-monospace, Menlo, 'DejaVu Sans Mono', monospace; fill: var(--ink); white-space: pre; }
.chart .state rect { fill: var(--box); stroke: var(--line); }
.chart .compound rect, .chart .parallel rect { fill: var(--ground); }
.chart .parallel rect { stroke-dasharray: 6 4; }
.chart .edge text, .chart .compound text, .chart .parallel text { paint-order: stroke; stroke: var(--ground); stroke-width: 4px; }
.chart .name { font-weight: 700; }
.chart .tags, .chart .invoke, .chart .inside { fill: var(--quiet); }
.chart .lit > rect { stroke: var(--lit); stroke-width: 3; }
.chart .atomic.lit > rect, .chart .final.lit > rect { fill: var(--lit); }
.chart .atomic.lit > text, .chart .final.lit > text { fill: var(--lit-ink); }
.chart .edge path { fill: none; stroke: var(--way); }
.chart .head { fill: var(--way); }
`;
