import { useAssociate } from './associate-picker.tsx';

/** Organisations by name, one per line; those without a page by their id. */
export function AssociateNames({ ids }: { ids: readonly string[] }) {
  return (
    <ul>
      {ids.map((id) => (
        <AssociateName key={id} id={id} />
      ))}
    </ul>
  );
}

function AssociateName({ id }: { id: string }) {
  const { value, isLoading } = useAssociate(id);
  const isAbsent = !isLoading && value?.state !== 'published';
  return (
    <li>
      {value?.name ?? id}
      {isAbsent && <span className="text-sm font-normal text-ink-2">（掲載していません）</span>}
    </li>
  );
}
