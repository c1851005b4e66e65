/** A reason why the server cannot start, as one sentence for the person who starts it. */
export class StartProblem extends Error {}
