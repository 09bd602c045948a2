interface NumberFieldProps {
  readonly label: string;
  /** As it is typed. */
  readonly text: string;
  /** What holds where nothing is typed. */
  readonly usual: string;
  readonly onType: (text: string) => void;
}

/** A number at least 0, or nothing. */
export const NumberField = ({ label, text, usual, onType }: NumberFieldProps) => (
  <label>
    {label}
    <input
      type="number"
      min="0"
      step="any"
      placeholder={usual}
      value={text}
      onInput={(event) => onType(event.currentTarget.value)}
    />
  </label>
);
