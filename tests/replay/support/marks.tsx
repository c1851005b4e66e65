import { ticketMarksMachine } from '../../../src/machines/support/supportArea.ts';
import { marksMap } from '../../support/replay/marksMap.ts';

export const marks = marksMap(ticketMarksMachine, 'a ticket is marked when it is shown');
