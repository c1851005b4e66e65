/** First in the page: jumps to `<main id="content">`, over the navigation. Shown only with the focus in it. */
export function SkipLink({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a jump within the page; only its history entry is prevented
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-ink px-4 py-3 font-medium text-paper focus:translate-y-0"
      onClick={(event) => {
        // The address stays as it is: the router listens to it.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {label}
    </a>
  );
}
