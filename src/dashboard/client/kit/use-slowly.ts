import { useEffect, useRef, useState } from 'preact/hooks';

/** A value that changes often, taken up at most once in so many milliseconds, and always in the end. */
export function useSlowly<T>(value: T, milliseconds: number): T {
  const [taken, setTaken] = useState(value);
  const at = useRef(0);
  useEffect(() => {
    const wait = Math.max(0, at.current + milliseconds - Date.now());
    const timer = setTimeout(() => {
      at.current = Date.now();
      setTaken(() => value);
    }, wait);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return taken;
}
