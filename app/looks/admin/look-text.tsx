/** A draft in words, field by field; empty ones are left out. */
export function LookText({ fields }: { fields: readonly { label: string; value: string }[] }) {
  return (
    <dl className="mt-3 space-y-2 rounded-tile bg-cream px-4 py-3">
      {fields
        .filter(({ value }) => value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
