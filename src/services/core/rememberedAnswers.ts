/** Answers that are asked for again by their tags (`If-None-Match`): the last one of each path. */
export interface RememberedAnswers {
  /** The answer of this address, if it is the last of its path. */
  find(path: string, address: string): RememberedAnswer | undefined;
  keep(path: string, answer: RememberedAnswer): void;
}

interface RememberedAnswer {
  readonly address: string;
  /** The `ETag`; null for an answer that cannot be asked for by it. */
  readonly tag: string | null;
  readonly answer: unknown;
}

export function createRememberedAnswers(): RememberedAnswers {
  const answers = new Map<string, RememberedAnswer>();
  return {
    find(path, address) {
      const last = answers.get(path);
      return last?.address === address ? last : undefined;
    },
    keep(path, answer) {
      if (answer.tag !== null) answers.set(path, answer);
    },
  };
}
