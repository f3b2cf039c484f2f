import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * A form whose fields become the query of an address, by default the page's own: a plain GET form without scripts,
 * else a navigation. React Router's form can also post, which makes it ten times as large.
 */
export function QueryForm({
  action,
  preventScrollReset,
  ...form
}: ComponentProps<'form'> & { action?: string; preventScrollReset?: boolean }) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <form
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new URLSearchParams(new FormData(event.currentTarget) as unknown as string);
        navigate(`${action ?? pathname}?${fields}`, { preventScrollReset });
      }}
      {...form}
    />
  );
}
