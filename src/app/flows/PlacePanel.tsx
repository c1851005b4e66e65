import type { SubmitEvent } from 'react';
import type { FlowsRef } from './flowsMachine.ts';
import { eventText } from './machineGraph.ts';
import type { View } from './view.ts';

interface Props {
  flows: FlowsRef;
  view: View;
  isWalk: boolean;
}

/** Shows an actor's history, the events it accepts now, and its context. */
export function PlacePanel({ flows, view: { steps, step, place }, isWalk }: Props) {
  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const name = submitter instanceof HTMLButtonElement ? submitter.value : '';
    const data = String(new FormData(event.currentTarget).get('data'));
    flows.send({ type: 'event.chosen', event: name, data });
  };
  return (
    <aside aria-label="Place">
      {isWalk && (
        <p role="status">
          A walk from an earlier step: the machine is asked where an event would lead. Nothing is sent, and
          the app goes on untouched.
        </p>
      )}
      {place && place.events.length > 0 && (
        <form onSubmit={choose}>
          <h2>{isWalk ? 'Events of the walk' : 'Events, sent to the app'}</h2>
          {place.events.map((type) => (
            <button key={type} type="submit" value={type} title={type}>
              {eventText(type)}
            </button>
          ))}
          <label>
            With this, as JSON
            <textarea name="data" rows={2} placeholder="{}" />
          </label>
        </form>
      )}
      <h2>History</h2>
      <ol>
        {steps.map(({ state, event, lasted, problem }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a history grows at its end
          <li key={index}>
            <button
              type="button"
              aria-current={index === step ? 'step' : undefined}
              onClick={() => flows.send({ type: 'step.chosen', step: index })}
            >
              <b>{state}</b> {event !== null && <span>← {eventText(event)} </span>}
              {lasted !== null && <small>{timeText(lasted)}</small>} {problem !== null && <em>{problem}</em>}
            </button>
          </li>
        ))}
      </ol>
      {place && (
        <>
          <h2>Context</h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <pre tabIndex={0}>{JSON.stringify(place.context, null, 2)}</pre>
        </>
      )}
    </aside>
  );
}

const timeText = (milliseconds: number) =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
