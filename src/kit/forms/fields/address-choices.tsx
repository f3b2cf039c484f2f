import type { PostalCandidate } from '#kit/forms/address/postal-lookup.ts';
import { streetOf } from '#kit/values/postal/written-address.ts';

/** A choice of the addresses of one postal code. */
export function AddressChoices({
  choices,
  onChoose,
  onDismiss,
}: {
  choices: readonly PostalCandidate[];
  onChoose: (candidate: PostalCandidate) => void;
  onDismiss: () => void;
}) {
  return (
    <fieldset className="mt-2 max-w-120 rounded-lg border border-line bg-sand p-3">
      <legend className="sr-only">当てはまる住所</legend>
      <ul className="max-h-60 space-y-1 overflow-y-auto p-1">
        {choices.map((candidate) => {
          const { prefecture, line1, line2 } = candidate;
          const address = streetOf({ prefecture, line1, line2 });
          return (
            <li key={address}>
              <button
                type="button"
                className="min-h-11 w-full rounded-lg bg-white px-3 py-2 text-left text-ink hover:bg-honey-soft"
                onClick={() => onChoose(candidate)}
              >
                {address}
              </button>
            </li>
          );
        })}
      </ul>
      <button
        type="button"
        className="mt-1 min-h-11 px-2 text-sm text-ink-2 underline underline-offset-4"
        onClick={onDismiss}
      >
        選ばずに住所を入力する
      </button>
    </fieldset>
  );
}
