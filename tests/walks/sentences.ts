import { amountOf, names } from './model.ts';
import type { Fault, MoneyStep, Pause, PausePlace, Step } from './steps.ts';

const faultWords: Readonly<Record<Fault, string>> = {
  none: '',
  doubleClick: 'the button is pressed twice',
  slow: 'the answer takes 4 seconds',
  held: 'the request reaches the server 17 seconds later',
  dropped: 'the server acts and its answer is dropped',
  failedAfter: 'the server acts and a 500 arrives',
  badGateway: 'a proxy answers 502 before the server',
  lost: 'the request is lost',
  throttled: 'a proxy answers 429 before the server',
  garbled: 'the server acts and its answer cannot be read',
  sessionEnds: 'the session ends before the request arrives',
  reload: 'the page is reloaded when the server has acted',
  closed: 'the tab is closed when the server has acted',
  otherTab: 'another tab takes over when the server has acted',
  offline: 'the network is gone when the server has acted',
  crashBefore: 'the server is killed before the request arrives',
  crashAfter: 'the server is killed when it has acted',
};

export const pauseWords: Readonly<Record<Pause, string>> = {
  none: '',
  reload: 'the page is reloaded',
  reopen: 'the tab is closed and another is opened',
  otherTab: 'another tab takes over',
  sessionEnds: 'the session ends',
  crash: 'the server is killed and started again',
  offline: 'the network is gone for a moment',
  clockAhead: 'the clock of the browser jumps three hours ahead',
  clockBehind: 'the clock of the browser jumps three hours back',
  back: 'Back is pressed, and Forward',
};

const placeWords: Readonly<Record<PausePlace, string>> = {
  draft: 'at the form',
  review: 'at the review',
  proof: 'when a proof is asked for',
  unknown: 'while nobody knows what became of it',
  absent: 'when it is said that nothing has arrived',
};

/** A step as a sentence. `place` counts from 0. */
export function sentenceOf(step: Step, place: number): string {
  switch (step.do) {
    case 'send':
      return moneySentence(step, `${names[step.who]} sends ${what(step, place)} to ${names[1 - step.who]}`);
    case 'withdraw':
      return moneySentence(step, `${names[step.who]} withdraws ${what(step, place)}`);
    case 'exchange':
      return moneySentence(step, `${names[step.who]} exchanges ${what(step, place)} for ${step.into}`);
    case 'cancel':
      return together(
        `${names[step.who]} cancels a withdrawal`,
        step.isRaced ? 'an operator lets it go meanwhile' : '',
        faultWords[step.fault],
      );
    case 'join':
      return together('Somebody registers', faultWords[step.fault]);
    case 'write':
      return together(`${names[step.who]} writes to support`, faultWords[step.fault]);
    case 'reply':
      return together(`${names[step.who]} replies to support`, faultWords[step.fault]);
    case 'verify':
      return together(
        `${names[step.who]} verifies their identity, and an operator approves it`,
        faultWords[step.fault],
      );
    case 'decide':
      return `An operator ${step.approve ? 'lets a withdrawal go' : 'refuses a withdrawal'}.`;
    case 'deposit':
      return `${step.size} ${step.token} arrive for ${names[step.who]}.`;
    case 'signOut':
      return `${names[step.who]} logs out and in again.`;
    case 'signIn':
      return together(`${names[step.who]} logs out and in again by the form`, faultWords[step.fault]);
    case 'sessionEnds':
      return `The session of ${names[step.who]} ends elsewhere.`;
    case 'restart':
      return `The server is ${step.isKilled ? 'killed' : 'stopped'} and started again.`;
  }
}

function what(step: MoneyStep, place: number): string {
  return `${amountOf(step, place)} ${step.token}`;
}

function moneySentence(step: MoneyStep, begin: string): string {
  const pause = pauseWords[step.pause];
  const quoteFault = faultWords[step.quoteFault];
  return together(
    begin,
    step.isWatched ? 'the other one looks at their wallet' : '',
    pause && `${placeWords[step.pauseAt]} ${pause}`,
    quoteFault && `when the quote is asked for, ${quoteFault}`,
    step.isLeft ? 'at the review they leave' : faultWords[step.fault],
    step.isSilent ? 'for some seconds nobody answers what became of it' : '',
    step.isPatient ? 'what has not arrived is not sent again before it is over' : '',
  );
}

function together(...parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('; ')}.`;
}
