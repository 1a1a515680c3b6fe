"""The Ascend NPU: DCMI, else npu-smi."""
