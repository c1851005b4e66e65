import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import type { Loaded, ReadRequest } from '../../contract/reading.ts';
import { createResourceMachine } from '../../src/machines/core/createResourceMachine.ts';
import { ResourceView } from '../../src/screens/core/ResourceView.tsx';
import { manualCall } from '../support/actors.ts';
import { arrives, draw } from './draw.tsx';

const loadedAt = Date.parse('2026-11-20T12:00:00Z');

test('what stands is drawn before what arrived, which is drawn when there is time', async () => {
  const call = manualCall<Loaded<string>, ReadRequest>();
  const resource = createActor(
    createResourceMachine<string>('list').provide({ actors: { load: call.logic } }),
    {
      input: { now: () => loadedAt, key: 'page=1' },
    },
  ).start();
  const drawn: string[] = [];
  draw(
    <ResourceView isDeferred resource={resource} placeholder={<p>Loading</p>} failed="Not loaded">
      {(data, key) => {
        drawn.push(`${data} of ${key}`);
        return <p>{data}</p>;
      }}
    </ResourceView>,
  );
  const answer = (data: string) => arrives(() => call.last().answer({ data, loadedAt }));
  const busy = () => screen.getByText(/^Lines/).parentElement?.ariaBusy;
  await answer('Lines 1');
  expect(drawn).toEqual(['Lines 1 of page=1']);
  expect(busy()).toBe('false');

  await arrives(() => resource.send({ type: 'screen.shown', key: 'page=2' }));
  screen.getByText('Lines 1');
  expect(busy()).toBe('true');
  drawn.length = 0;
  await answer('Lines 2');
  expect(drawn).toEqual(['Lines 1 of page=1', 'Lines 2 of page=2']);
  screen.getByText('Lines 2');
  expect(busy()).toBe('false');
});
