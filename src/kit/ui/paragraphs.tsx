/** A text split into paragraphs at blank lines; line breaks stay. */
export function Paragraphs({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`prose ${className}`}>
      {text
        .split(/\n{2,}/)
        .filter((paragraph) => paragraph.trim() !== '')
        .map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
    </div>
  );
}
