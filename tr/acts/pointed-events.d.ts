/**
 * Runs in a page: sends the events of a mouse or a finger to the middle of an element. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 */
export declare function pointedEvents(): {
    send: (element: Element, event: Event) => boolean;
    basic: {
        bubbles: boolean;
        cancelable: boolean;
        composed: boolean;
    };
    pointer: {
        pointerId: number;
        isPrimary: boolean;
    };
    place: (clientX: number, clientY: number) => {
        clientX: number;
        clientY: number;
        pageX: number;
        pageY: number;
        screenX: number;
        screenY: number;
    };
    at: (element: Element) => {
        clientX: number;
        clientY: number;
        pageX: number;
        pageY: number;
        screenX: number;
        screenY: number;
    };
    mouse: (element: Element, types: string, more?: MouseEventInit) => void;
    touch: (element: Element, types: string) => void;
};
