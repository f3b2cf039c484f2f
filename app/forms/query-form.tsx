import type { ComponentProps } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * A form whose fields become the query of an address, without one that of this page: a plain GET form where scripts
 * don't run, else a navigation. React Router's own form can post as well, which makes it ten times as large.
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
