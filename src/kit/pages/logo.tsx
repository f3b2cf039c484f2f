import { Link } from '#kit/ui/links/link.tsx';

/** The mark, a knotted sash; the same drawing as public/favicon.svg. */
function Mark({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 48 48" className={`shrink-0 ${className}`} aria-hidden="true">
      <path className="fill-coral-dark" d="M21 25 11 41l6.5-.8L21.5 45 27 26Z" />
      <path
        className="fill-coral"
        d="M27 25 37 41l-6.5-.8L26.5 45 21 26ZM24 20C19 9 6 5.5 4 13s10 14 20 10ZM24 20C29 9 42 5.5 44 13S34 27 24 23Z"
      />
      <path
        className="fill-coral-dark"
        d="M20 20.3C16 13.5 9.5 11 8.6 14.2S13.5 20.8 20 20.3ZM28 20.3C32 13.5 38.5 11 39.4 14.2S34.5 20.8 28 20.3Z"
      />
      <rect
        className="fill-coral stroke-white"
        x="18.5"
        y="15.5"
        width="11"
        height="12"
        rx="4.5"
        strokeWidth="1.6"
      />
      <path
        className="stroke-honey"
        d="M24 18.2v6.8M18.4 30.5 14 38.5M29.6 30.5 34 38.5"
        fill="none"
        strokeWidth="1.7"
        strokeDasharray="2.5 1.9"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** Mark and name, linking to the top page, or to `to`. */
export function Logo({ to = '/', suffix }: { to?: string; suffix?: string }) {
  return (
    <Link
      to={to}
      className="figures flex min-h-11 shrink-0 items-center gap-2 text-2xl tracking-wide whitespace-nowrap text-coral no-underline"
    >
      <Mark className="size-8" />
      <span>たすき{suffix && <span className="ml-2">{suffix}</span>}</span>
    </Link>
  );
}
