import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router';

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
