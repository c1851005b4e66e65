import { createContext } from 'react';

/** Reloads the page; locked while money may be moving. */
export const PageReload = createContext({ isLocked: false, reload: () => window.location.reload() });
