/** The first element of the page: jumps over the navigation to `<main id="content">`. Visible only while focused. */
export function SkipLink({ label }: { label: string }) {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it is a jump within the page; only its history entry is prevented
    <a
      href="#content"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-ink px-4 py-3 font-medium text-paper focus:translate-y-0"
      onClick={(event) => {
        // Keeps the address, because the router listens to it.
        event.preventDefault();
        document.getElementById('content')?.focus();
      }}
    >
      {label}
    </a>
  );
}
