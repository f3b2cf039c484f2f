import type { ComponentProps } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router';

type LinkProps = ComponentProps<typeof RouterLink>;

/** Addresses that the router would write as they are: absolute ones of this site, of plain letters. */
const plainAddress = /^\/(?!.*\/\/)[\w\-/?=&%#]*$/;

/**
 * What the router's link is in a document: what it works out besides, where it leads from here and what a click does,
 * takes a third of the time of rendering a page with many links.
 */
function PlainLink({
  to,
  onClick: _onClick,
  discover = 'render',
  prefetch: _prefetch,
  relative: _relative,
  reloadDocument: _reloadDocument,
  replace: _replace,
  mask: _mask,
  state: _state,
  preventScrollReset: _preventScrollReset,
  viewTransition: _viewTransition,
  defaultShouldRevalidate: _defaultShouldRevalidate,
  children,
  ...attributes
}: LinkProps & { to: string }) {
  return (
    <a {...attributes} href={to} data-discover={discover === 'render' ? 'true' : undefined}>
      {children}
    </a>
  );
}

function ServerLink(props: LinkProps) {
  const { to, mask } = props;
  return typeof to === 'string' && plainAddress.test(to) && mask === undefined ? (
    <PlainLink {...props} to={to} />
  ) : (
    <RouterLink {...props} />
  );
}

/** A link to a page of the site. */
export const Link = (import.meta.env.SSR ? ServerLink : RouterLink) as typeof RouterLink;

type NavLinkProps = ComponentProps<typeof RouterNavLink>;

/** Paths alone: what follows them says nothing of where one is. */
const plainPath = /^\/(?!.*\/\/)[\w\-/]*$/;

/** Whether a page is the one that a menu's entry leads to or, without `end`, below it, as the router tells. */
function isAt(pathname: string, to: string, end = false): boolean {
  const [here, there] = [pathname.toLowerCase(), to.toLowerCase()];
  if (here === there) return true;
  const length = there !== '/' && there.endsWith('/') ? there.length - 1 : there.length;
  return !end && here.startsWith(there) && here.charAt(length) === '/';
}

function ServerNavLink(props: NavLinkProps) {
  const { pathname } = useLocation();
  const { to, end, className, children, ...rest } = props;
  if (
    typeof to !== 'string' ||
    typeof className !== 'string' ||
    typeof children === 'function' ||
    !plainPath.test(to) ||
    rest.caseSensitive ||
    rest.style ||
    rest['aria-current']
  ) {
    return <RouterNavLink {...props} />;
  }
  const { caseSensitive: _caseSensitive, style: _style, ...attributes } = rest;
  const isCurrent = isAt(pathname, to, end);
  return (
    <PlainLink
      {...attributes}
      to={to}
      className={isCurrent ? `${className} active` : className}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </PlainLink>
  );
}

/** An entry of a menu, which is marked where it leads to the page that is shown. */
export const NavLink = (
  import.meta.env.SSR ? ServerNavLink : RouterNavLink
) as typeof RouterNavLink;
