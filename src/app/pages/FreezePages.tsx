import { use } from 'react';
import { lazyPart } from '../../screens/core/lazyPart.tsx';
import { ServicesContext } from '../wiring/servicesContext.ts';

const NotMe = lazyPart(async () => ({ default: (await import('./NotMeActor.tsx')).NotMeActor }));
const Recover = lazyPart(async () => ({ default: (await import('./RecoverActor.tsx')).RecoverActor }));
const Unfreeze = lazyPart(async () => ({ default: (await import('./UnfreezeActor.tsx')).UnfreezeActor }));

// Kept small and together, because the first page's code names the files of every page and of their dependencies.
export function NotMePage() {
  const services = use(ServicesContext);
  return services && <NotMe services={services} />;
}

export function RecoverPage() {
  const services = use(ServicesContext);
  return services && <Recover services={services} />;
}

export function UnfreezePage() {
  const services = use(ServicesContext);
  return services && <Unfreeze services={services} />;
}
