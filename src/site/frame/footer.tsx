import { Logo } from '#kit/pages/logo.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { beganInYear } from '#people/legal/began-in-year.ts';
import { footerGroups, type MenuCampaign } from './navigation.ts';

/** Every link of the site, with space below for the floating button. */
export function Footer({
  campaigns,
  hasCommerce,
}: {
  campaigns: readonly MenuCampaign[];
  /** Whether the page of 特定商取引法 is published. */
  hasCommerce: boolean;
}) {
  return (
    <footer className="bg-sand">
      <div className="stitch" />
      <div className="page-container pt-10 pb-28 min-[80rem]:pb-10">
        <nav
          id="site-links"
          aria-label="サイトのご案内"
          className="grid grid-cols-2 gap-x-4 gap-y-8 narrow:grid-cols-4"
        >
          {footerGroups(campaigns, hasCommerce).map(({ heading, links }) => (
            <div key={heading}>
              <p className="font-heading font-bold">{heading}</p>
              <ul className="mt-2">
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link
                      to={to}
                      className="inline-flex min-h-11 items-center text-sm leading-snug no-underline hover:text-coral-dark hover:underline desktop:min-h-8"
                    >
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-4 border-t border-dashed border-input pt-6">
          <Logo />
          <p className="text-sm text-ink-2">© {beganInYear} たすき</p>
        </div>
      </div>
    </footer>
  );
}

/** The footer of pages with a single purpose. */
export function PlainFooter() {
  return (
    <footer className="page-container py-6 text-center text-sm text-ink-2">
      <ul className="flex flex-wrap justify-center gap-x-6">
        {[
          { to: '/terms', label: '利用規約' },
          { to: '/privacy', label: 'プライバシーポリシー' },
          { to: '/contact', label: 'お問い合わせ' },
        ].map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-11 items-center underline">
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <p className="mt-2">© {beganInYear} たすき</p>
    </footer>
  );
}
