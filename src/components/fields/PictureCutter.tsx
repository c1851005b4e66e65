import 'react-easy-crop/react-easy-crop.css';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Props {
  url: string;
  /** The accessible name of the frame. */
  frameLabel: string;
  zoomLabel: string;
  /** Called with the shown square, in the picture's pixels; first before anything was moved. */
  onAreaChange: (area: Area) => void;
}

const zooms = { least: 1, most: 4, step: 0.1 };

/** Chooses the square of a picture that will be shown round: moved by dragging or with the arrow keys, scaled by a slider. */
export function PictureCutter({ url, frameLabel, zoomLabel, onAreaChange }: Props) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(zooms.least);
  const zoomId = useId();
  return (
    <div className="flex flex-col gap-4">
      <div className="relative h-72 overflow-hidden rounded-card bg-board">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          minZoom={zooms.least}
          maxZoom={zooms.most}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          // The package creates its style element at run time, which the page's policy forbids; our style sheet has the same rules.
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': frameLabel }}
          classes={{ cropAreaClassName: 'focus-inside' }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => onAreaChange(pixels)}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={zoomId} className="font-medium text-sm">
          {zoomLabel}
        </label>
        <input
          id={zoomId}
          type="range"
          min={zooms.least}
          max={zooms.most}
          step={zooms.step}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="min-h-touch flex-1 accent-zest-ink"
        />
      </div>
    </div>
  );
}
