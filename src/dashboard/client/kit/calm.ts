import { useEffect, useState } from 'preact/hooks';
import { useLive } from './live.ts';

/** Milliseconds for which what was answered at length is not asked anew. */
const CALM = 10_000;

/** The version of the database, but a new one every ten seconds at most: beside a crawl it changes all the time. */
export function useCalmVersion(): string {
  const { version } = useLive();
  const [told, setTold] = useState({ version, at: Date.now() });
  useEffect(() => {
    if (version === told.version) return undefined;
    const wait = told.version === '' ? 0 : Math.max(0, told.at + CALM - Date.now());
    const timer = setTimeout(() => setTold({ version, at: Date.now() }), wait);
    return () => clearTimeout(timer);
  }, [version, told]);
  return told.version;
}
