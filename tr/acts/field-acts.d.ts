import type { pointedEvents } from './pointed-events.ts';
/**
 * Runs in a page, in a world of our own: how fields are filled and chosen from, as a person does it. It is sent into
 * browsers as it stands, so it uses nothing from outside.
 */
export declare function fieldActs({ send, basic, mouse }: ReturnType<typeof pointedEvents>): {
    isNamed: <Name extends keyof HTMLElementTagNameMap>(element: Element, name: Name) => element is HTMLElementTagNameMap[Name];
    value: (element: Element, text: string) => void;
    changed: (element: Element) => void;
    choose: (element: HTMLSelectElement, option: number) => void;
    positionsOf: (element: HTMLInputElement) => number[];
    slide: (element: HTMLInputElement, position: number | undefined) => void;
    type: (field: Element, text: string) => void;
    enter: (element: Element) => void;
    fill: (field: Element) => void;
    mayBeFilled: (form: Element) => boolean;
    blanks: string;
};
