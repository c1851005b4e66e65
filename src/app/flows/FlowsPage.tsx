import { useSelector } from '@xstate/react';
import { type FormEvent, Suspense, use, useEffect, useRef } from 'react';
import { Chart } from './Chart.tsx';
import type { FlowsRef } from './flowsMachine.ts';
import { type ChartLayout, layoutOf } from './layoutGraph.ts';
import { PlacePanel } from './PlacePanel.tsx';
import type { MachineShape } from './shapes.ts';
import { chartKey, type View, viewOf } from './view.ts';

interface Props {
  flows: FlowsRef;
  shapes: readonly MachineShape[];
}

/** For the app's developers, in English like the code. */
export function FlowsPage({ flows, shapes }: Props) {
  const snapshot = useSelector(flows, (state) => state);
  const view = viewOf(shapes, snapshot);
  return (
    <div className="flows">
      <nav aria-label="Machines">
        <h1>Flows</h1>
        <Actors flows={flows} />
        <TraceForm flows={flows} />
        <Charts flows={flows} shapes={shapes} shown={view.shape} />
      </nav>
      <main>
        <h2>{view.title}</h2>
        {snapshot.context.problem !== null && <p role="alert">{snapshot.context.problem}</p>}
        {view.shape ? (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          <section className="drawing" aria-label="Chart" tabIndex={0}>
            <Suspense fallback={<p>Drawing…</p>}>
              <Drawing shape={view.shape} lit={view.lit} />
            </Suspense>
          </section>
        ) : (
          <p>No machine in src/machines is called that.</p>
        )}
      </main>
      {view.steps.length > 0 && <PlacePanel flows={flows} view={view} isWalk={snapshot.matches('walking')} />}
    </div>
  );
}

const layouts = new Map<MachineShape, Promise<ChartLayout>>();

function laidOut(shape: MachineShape): Promise<ChartLayout> {
  const layout = layouts.get(shape) ?? layoutOf(shape.graph, shape.name);
  layouts.set(shape, layout);
  return layout;
}

/** A chart that is larger than the window is scrolled to the state that the machine enters. */
function Drawing({ shape, lit }: { shape: MachineShape; lit: View['lit'] }) {
  const drawn = useRef<HTMLDivElement>(null);
  const layout = use(laidOut(shape));
  const entered = [...lit].join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart marks the states; it is scrolled when others are marked
  useEffect(() => {
    const innermost = [...(drawn.current?.querySelectorAll('.lit:is(.atomic, .final)') ?? [])].at(-1);
    innermost?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [layout, entered]);
  return (
    <div ref={drawn}>
      <Chart layout={layout} title={chartKey(shape)} lit={lit} />
    </div>
  );
}

function Actors({ flows }: { flows: FlowsRef }) {
  const { actors, actor } = useSelector(flows, ({ context }) => context);
  const isChart = useSelector(flows, (state) => state.matches('browsing'));
  const all = Object.values(actors);
  return (
    <>
      <h2>Live</h2>
      {all.length === 0 && <p>Open the app in another tab of this browser: its machines appear here.</p>}
      <ul>
        {all
          .sort((one, other) => Number(other.isActive) - Number(one.isActive))
          .map(({ id, machine, isActive }) => (
            <li key={id}>
              <button
                type="button"
                aria-current={!isChart && actor === id ? 'true' : undefined}
                onClick={() => flows.send({ type: 'actor.chosen', actor: id })}
              >
                {machine} <small>{isActive ? id : 'over'}</small>
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

function TraceForm({ flows }: { flows: FlowsRef }) {
  const paste = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    flows.send({ type: 'trace.pasted', text: String(new FormData(event.currentTarget).get('trace')) });
  };
  return (
    <details>
      <summary>Replay a ticket’s trace</summary>
      <form onSubmit={paste}>
        <label>
          The trace as JSON, or the last steps that the operator’s command prints
          <textarea name="trace" rows={6} />
        </label>
        <button type="submit">Replay</button>
      </form>
    </details>
  );
}

function Charts({ flows, shapes, shown }: Props & { shown: MachineShape | null }) {
  const folders = [...new Set(shapes.map(({ folder }) => folder))].sort();
  return folders.map((folder) => (
    <section key={folder}>
      <h2>{folder || 'app'}</h2>
      <ul>
        {shapes
          .filter((shape) => shape.folder === folder)
          .map((shape) => (
            <li key={chartKey(shape)}>
              <button
                type="button"
                aria-current={shape === shown ? 'true' : undefined}
                onClick={() => flows.send({ type: 'chart.chosen', chart: chartKey(shape) })}
              >
                {shape.name}
              </button>
            </li>
          ))}
      </ul>
    </section>
  ));
}
