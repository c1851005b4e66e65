import { createContext } from 'react';

/** Opens the page anew; locked while money may be moving. */
export const PageReload = createContext({ isLocked: false, reload: () => window.location.reload() });
