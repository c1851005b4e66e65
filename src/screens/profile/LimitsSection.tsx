import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import type { SignInMethods } from '../../../contract/security.ts';
import { Button } from '../../components/base/Button.tsx';
import type { ProfileAreaRef } from '../../machines/profile/profileArea.ts';
import { lazyPart } from '../core/lazyPart.tsx';
import { useTexts } from '../core/useTexts.ts';
import type { HeldFactor } from './ProofField.tsx';

const LimitsDialog = lazyPart(() => import('./LimitsDialog.tsx'));

interface Props {
  area: ProfileAreaRef;
  /** Null until they are read. */
  methods: SignInMethods | null;
  factor: HeldFactor;
}

/** Buttons for the security settings, which are read when one is opened. */
export function LimitsSection({ area, methods, factor }: Props) {
  const { t } = useTexts('profile');
  const dialog = useSelector(area, ({ children }) => children.limits);
  const isOpen = useSelector(dialog, (snapshot) => snapshot?.matches('closed') === false);
  if (!methods || !dialog) return null;
  return (
    <>
      {rows.map(({ topic, title, about, open }) => (
        <section
          key={topic}
          aria-labelledby={`settings-${topic}`}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t pt-4 sm:flex-nowrap"
        >
          <div className="min-w-0">
            <h3 id={`settings-${topic}`} className="text-muted text-sm">
              {t(title)}
            </h3>
            <p>{t(about)}</p>
          </div>
          <div className="sm:shrink-0">
            <Button
              variant="secondary"
              onPress={() =>
                dialog.send({
                  type: 'limits.opened',
                  topic,
                  hasPassword: methods.password && factor === 'none',
                })
              }
            >
              {t(open)}
            </Button>
          </div>
        </section>
      ))}
      <Suspense>{isOpen && <LimitsDialog dialog={dialog} factor={factor} />}</Suspense>
    </>
  );
}

const rows = [
  {
    topic: 'limits',
    title: 'profile:limits.title',
    about: 'profile:limits.about',
    open: 'profile:limits.open',
  },
  {
    topic: 'addresses',
    title: 'profile:limits.rulesTitle',
    about: 'profile:limits.rulesAbout',
    open: 'profile:limits.rulesOpen',
  },
  {
    topic: 'lock',
    title: 'profile:limits.lockTitle',
    about: 'profile:limits.lockAbout',
    open: 'profile:limits.lockOpen',
  },
  {
    topic: 'phrase',
    title: 'profile:limits.phraseTitle',
    about: 'profile:limits.phraseAbout',
    open: 'profile:limits.phraseOpen',
  },
] as const;
