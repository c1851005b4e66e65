import { profileSections, sectionHeading } from '../core/profileSections.ts';
import { useTexts } from '../core/useTexts.ts';

const titles = {
  picture: 'profile:picture.title',
  personal: 'profile:personal.title',
  discoverability: 'profile:discoverability.title',
  identity: 'profile:identity.title',
  security: 'profile:security.title',
  sessions: 'profile:sessions.title',
  data: 'profile:data.section',
  appearance: 'profile:appearance.title',
} as const;

/** Links to the sections of the profile, if there is room beside them. */
export function SectionIndex() {
  const { t } = useTexts('profile');
  return (
    <nav aria-label={t('profile:index')} className="sticky top-24 hidden min-[75rem]:block">
      <ul className="flex flex-col">
        {profileSections.map((name) => (
          <li key={name}>
            <a
              href={`#${sectionHeading(name)}`}
              // Keeps the address, because a section is not a page.
              onClick={(event) => {
                event.preventDefault();
                const heading = document.getElementById(sectionHeading(name));
                heading?.focus({ preventScroll: true });
                heading?.scrollIntoView({ block: 'start' });
              }}
              className="flex min-h-touch items-center rounded-field px-3 text-muted transition-colors hover:bg-ink/6 hover:text-ink"
            >
              {t(titles[name])}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
