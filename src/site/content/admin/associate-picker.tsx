import { useId, useState } from 'react';
import { api } from '#kit/client/api.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { Button } from '#kit/ui/button.tsx';
import type { Associate, AssociateDetail } from '#organisations/associates/associate.ts';

const mostFound = 8;
const pauseMs = 300;

/** Finds a listed organisation by name, reading or place, and passes on its id. */
export function AssociatePicker({
  label,
  onPick,
}: {
  label: string;
  onPick: (associate: Pick<Associate, 'id' | 'name'>) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const keyword = typed.trim();
  const found = useQuery<Associate[]>(
    keyword === '' ? undefined : `associates by ${keyword}`,
    async (signal) => {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      signal.throwIfAborted();
      const asked = new URLSearchParams({ keyword, page: '1' });
      return api<Associate[]>(`/api/associates?${asked}`, { signal }).catch(() => []);
    },
    { keepsLast: true },
  );
  const shown = keyword === '' ? [] : (found.value ?? []).slice(0, mostFound);
  return (
    <div>
      <label htmlFor={id} className="block font-bold">
        {label}
      </label>
      <input
        id={id}
        type="search"
        className="control mt-1 block"
        value={typed}
        placeholder="団体の名前"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div role="status">
        {keyword !== '' && !found.isLoading && shown.length === 0 && (
          <p className="mt-2 text-sm">見つかりませんでした。</p>
        )}
        <ul className="mt-2 flex flex-wrap gap-2">
          {shown.map(({ id: associateId, name }) => (
            <li key={associateId}>
              <Button
                variant="outline"
                size="small"
                onClick={() => {
                  onPick({ id: associateId, name });
                  setTyped('');
                }}
              >
                {name}
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** An organisation's public page data; no value while it loads, or if it has no page. */
export const useAssociate = (id: string) =>
  useQuery<AssociateDetail>(id === '' ? undefined : `/api/associates/${id}`);

/** The name of an organisation, or its id while it loads or if it has no page. */
export function useAssociateName(id: string): string {
  return useAssociate(id).value?.name ?? id;
}
