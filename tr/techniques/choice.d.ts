import { type CaptureLevel } from './technique.ts';
/** The techniques of a level and of those below it. */
export declare const techniqueNames: (level: CaptureLevel) => Set<string>;
/** Whether any of the techniques reads the documents' texts. */
export declare const readTexts: (names: ReadonlySet<string>) => boolean;
/**
 * The techniques that a choice comes to: a level's, and then names that are added or taken out: `active,-frame,+comment`.
 *
 * @throws BadInput for a level or a name that is none
 */
export declare function chosenTechniques(choice: string): ReadonlySet<string>;
