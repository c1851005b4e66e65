/**
 * Why there is no camera. `refused`: the person or the browser denies it; `missing`: there is none; `taken`: another program uses it;
 * `failed`: it did not start, or what reads its pictures could not be loaded.
 */
export type CameraProblem = 'refused' | 'missing' | 'taken' | 'failed';
