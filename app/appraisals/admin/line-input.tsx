import { useId } from 'react';

/** A line of text that is saved as it is typed. */
export function LineInput({
  label,
  value,
  maxLength,
  suggestions = [],
  onChange,
}: {
  label: string;
  value: string;
  maxLength: number;
  suggestions?: readonly string[];
  onChange: (text: string) => void;
}) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-bold">
        {label}
      </label>
      <input
        id={id}
        className="control mt-1 block w-full"
        value={value}
        maxLength={maxLength}
        autoComplete="off"
        list={suggestions.length > 0 ? `${id}-known` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-known`}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </div>
  );
}
