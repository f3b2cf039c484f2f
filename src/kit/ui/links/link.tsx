import type { ComponentProps } from 'react';
import { Link as RouterLink, NavLink as RouterNavLink, useLocation } from 'react-router';

type LinkProps = ComponentProps<typeof RouterLink>;

/** Absolute paths of plain letters, which the router would render unchanged. */
const plainAddress = /^\/(?!.*\/\/)[\w\-/?=&%#]*$/;

/**
 * The markup of the router's link. The router also resolves the path and prepares click handlers, which takes a third
 * of the time of rendering a page with many links.
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

/** Paths without query and hash, which do not matter for the current entry. */
const plainPath = /^\/(?!.*\/\/)[\w\-/]*$/;

/** Whether a page is a menu entry's target or, without `end`, below it; like the router's NavLink. */
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

/** An entry of a menu, marked if its target is the current page. */
export const NavLink = (
  import.meta.env.SSR ? ServerNavLink : RouterNavLink
) as typeof RouterNavLink;
