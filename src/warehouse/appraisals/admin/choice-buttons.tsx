/** A single choice of large buttons, easy to hit with a thumb. */
export function ChoiceButtons<Key extends string>({
  label,
  choices,
  chosen,
  columns = 'grid-cols-3 narrow:grid-cols-5',
  onChoose,
}: {
  label: string;
  choices: readonly (readonly [key: Key, label: string])[];
  chosen: string;
  columns?: string;
  onChoose: (key: Key) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-bold">{label}</legend>
      <div className={`grid gap-1.5 ${columns}`}>
        {choices.map(([key, text]) => (
          <button
            key={key}
            type="button"
            aria-pressed={chosen === key}
            onClick={() => onChoose(key)}
            className={`min-h-12 rounded-lg border-2 text-sm leading-tight tracking-normal text-balance font-bold [word-break:auto-phrase] ${chosen === key ? 'border-coral bg-coral-soft text-coral-dark' : 'border-line bg-paper hover:bg-sand'}`}
          >
            {text}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
