import './flows.css';
import { createRoot } from 'react-dom/client';
import { createActor, fromCallback } from 'xstate';
import { type FromApp, type FromPage, liveChannel } from '../devtools/liveMessages.ts';
import { FlowsPage } from './FlowsPage.tsx';
import { flowsMachine } from './flowsMachine.ts';
import { allShapes } from './shapes.ts';

const watchTabs = fromCallback<FromPage>(({ receive, sendBack }) => {
  const channel = new BroadcastChannel(liveChannel);
  const ask = (message: FromPage) => channel.postMessage(message);
  channel.onmessage = ({ data }: MessageEvent<FromApp>) => {
    // A tab opened after this page does not know yet that it is watched.
    if (data.type === 'tab.opened') ask({ type: 'actors.asked' });
    else sendBack(data);
  };
  receive(ask);
  ask({ type: 'actors.asked' });
  return () => channel.close();
});

const flows = createActor(flowsMachine.provide({ actors: { watchTabs } }), {
  input: { chart: 'app' },
}).start();
const root = document.getElementById('root');
if (root) createRoot(root).render(<FlowsPage flows={flows} shapes={allShapes()} />);
